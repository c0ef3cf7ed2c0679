// Parses user agents, which pretend to be every other browser as well. A user looking for a lost phone needs browser
// and system.

type Signature = readonly [sign: RegExp, name: string]

// The order matters: Edge, Opera and Samsung also say Chrome, and Chrome also says Safari.
const BROWSERS: readonly Signature[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

// Android also says Linux, and an iPhone says Mac OS X.
const SYSTEMS: readonly Signature[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (signatures: readonly Signature[], userAgent: string): string | undefined =>
  signatures.find(([sign]) => sign.test(userAgent))?.[1]

/** A device in plain words, such as `Chrome on Windows`; `Unknown device` if unknown. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [findName(BROWSERS, userAgent), findName(SYSTEMS, userAgent)]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
