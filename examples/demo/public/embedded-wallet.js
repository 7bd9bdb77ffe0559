// The frame's side of the placeholder: it is asked, shows what for, and says what the visitor chose.
const of = (id) => document.getElementById(id)
const titles = { personal_sign: 'Sign a message', eth_sendTransaction: 'Send a transaction' }

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return
  if (data?.theme) document.documentElement.dataset.theme = data.theme
  if (typeof data?.asks !== 'string') return
  document.querySelector('h1').textContent = titles[data.asks] ?? 'Approve a request'
  of('what').textContent = `The page asks for ${data.asks}.`
  of('asked').value = Number(of('asked').value) + 1
})
const answer = (approved) => () => parent.postMessage({ approved }, location.origin)
of('approve').addEventListener('click', answer(true))
of('decline').addEventListener('click', answer(false))
