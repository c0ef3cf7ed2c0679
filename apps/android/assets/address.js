// Shared by the app's own pages: the server's address, and how they respond to the app.

/**
 * Parses a typed server address; `fault` is the error for the field.
 * @param {string} typed
 * @returns {{ server: string } | { fault: string }}
 */
function addressOf(typed) {
  const text = typed.trim()
  if (text === '') return { fault: 'Type the address that your RV company gave you.' }
  if (/^http:/i.test(text))
    return { fault: 'The address has to begin with https://. Without the s, others could read along.' }
  try {
    const address = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
    const isPlain =
      address.username === '' && address.password === '' && /^[a-z0-9.-]+$/.test(address.hostname)
    if (address.protocol === 'https:' && isPlain) return { server: address.origin }
  } catch {
    // Reported below.
  }
  return { fault: 'This is not the address of a server. It looks like rv.example or https://rv.example.' }
}

/** A parameter that the app passed to this page. @param {string} name */
const told = name => new URLSearchParams(location.hash.slice(1)).get(name) ?? ''

/**
 * The app handles URLs of this scheme, with the token it passed to this page.
 * @param {string} verb @param {Record<string, string>} [said]
 */
function answer(verb, said = {}) {
  const words = Object.entries({ word: told('word'), ...said })
  location.href = `rigwright-app://${verb}?${words.map(pair => pair.map(encodeURIComponent).join('=')).join('&')}`
}

// Plain scripts: pages from an app's files cannot load modules.
Object.assign(globalThis, { addressOf, told, answer })
