// Parses user agents, which pretend to be every other browser as well. A user looking for a lost phone needs browser
// and system.

type UserAgentPattern = readonly [pattern: RegExp, name: string]

// The order matters: Edge, Opera and Samsung also say Chrome, and Chrome also says Safari.
const BROWSERS: readonly UserAgentPattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

// Android also says Linux, and an iPhone says Mac OS X.
const SYSTEMS: readonly UserAgentPattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (patterns: readonly UserAgentPattern[], userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A device in plain words, such as `Chrome on Windows`; `Unknown device` if unknown. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [findName(BROWSERS, userAgent), findName(SYSTEMS, userAgent)]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
