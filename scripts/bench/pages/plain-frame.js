// A hand-written card in a frame. The card shows the request that the page posts.
import { icon, make } from './plain-parts.js'

addEventListener('message', ({ data }) => {
  const tile = make('span', { className: 'tile' })
  tile.append(icon('globe'))
  const content = make('div', { className: 'content' })
  content.append(
    tile,
    make('h1', { textContent: data.title }),
    make('p', { textContent: `Requested by ${data.origin}` }),
    make('p', {
      className: 'quiet',
      textContent: "Check and approve it in the wallet's own window, where no page can change what you see.",
    }),
  )
  const review = make('button', { className: 'primary', type: 'button' })
  review.append(icon('out'), `Review in ${location.host}`)
  const decline = make('button', { className: 'secondary', type: 'button', textContent: 'Decline' })
  decline.addEventListener('click', () => document.body.replaceChildren())
  document.body.replaceChildren(content, review, decline)
})
