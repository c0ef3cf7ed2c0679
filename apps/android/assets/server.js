// Asks for the server once, and again before a link changes it.

const [title, lead, form, field, fault, keep] = ['title', 'lead', 'form', 'server', 'fault', 'keep'].map(id =>
  document.getElementById(id),
)
const hostOf = server => server.replace('https://', '')

function say(sentence) {
  fault.textContent = sentence
  field.setAttribute('aria-invalid', String(sentence !== ''))
}

function draw() {
  const [now, wanted] = [told('now'), told('server')]
  if (wanted !== '' && now !== '') {
    title.textContent = 'Change the server?'
    lead.textContent = `This app opens ${hostOf(now)}, and you were led to another server. Open it only if you know whose it is.`
  } else if (wanted !== '')
    lead.textContent =
      'The address comes from the link that you followed. Open it only if you know whose it is.'
  else if (now !== '') title.textContent = 'Another server?'
  field.value = wanted || now
  keep.hidden = now === ''
  keep.textContent = `Keep ${hostOf(now)}`
  say('')
}

form.addEventListener('submit', event => {
  event.preventDefault()
  const address = addressOf(field.value)
  if ('fault' in address) {
    say(address.fault)
    field.focus()
    return
  }
  // A path that a link brought along belongs to that link's server.
  answer('use', { server: address.server, path: address.server === told('server') ? told('path') : '/' })
})
field.addEventListener('input', () => say(''))
keep.addEventListener('click', () => answer('open', { path: '/' }))
// A second link changes what stands behind the # and loads nothing.
addEventListener('hashchange', draw)
draw()
