// What the app's own pages share: the address of a server, and how they answer the app.

/**
 * What somebody typed, as the address of a server; `fault` is the sentence for beside the field.
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
    // Said below.
  }
  return { fault: 'This is not the address of a server. It looks like rv.example or https://rv.example.' }
}

/** What the app said to this page. @param {string} name */
const told = name => new URLSearchParams(location.hash.slice(1)).get(name) ?? ''

/**
 * The app hears addresses of this kind, with the word it gave to this page.
 * @param {string} verb @param {Record<string, string>} [said]
 */
function answer(verb, said = {}) {
  const words = Object.entries({ word: told('word'), ...said })
  location.href = `rigwright-app://${verb}?${words.map(pair => pair.map(encodeURIComponent).join('=')).join('&')}`
}

// Plain scripts: a page of an app's own files may load no modules.
Object.assign(globalThis, { addressOf, told, answer })
