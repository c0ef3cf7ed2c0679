// The server did not answer: again, or another one.

document.getElementById('host').textContent = told('now').replace('https://', '')
document.getElementById('again').addEventListener('click', () => answer('open', { path: told('path') }))
document.getElementById('another').addEventListener('click', () => answer('ask'))
