// Serves the devnet's catalogue with pictures in WebP, as catalogue services send them. The devnet's own pictures are SVG, and
// Chromium needs several times as long to show a small SVG picture.
import { createServer } from 'node:http'

/** Forwards requests to the catalogue. Chromium converts each picture once. */
export async function webpCatalogue(browser, catalogue) {
  const page = await browser.newPage()
  const pictures = new Map()
  const server = createServer((request, response) => {
    answer(request.url).then(
      ({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' })
        response.end(body)
      },
      () => response.destroy(),
    )
  })
  async function answer(path) {
    const known = pictures.get(path)
    if (known) return known
    const sent = await fetch(catalogue + path)
    const type = sent.headers.get('content-type')
    if (type !== 'image/svg+xml') return { status: sent.status, type, body: await sent.text() }
    const made = {
      status: 200,
      type: 'image/webp',
      body: Buffer.from(await page.evaluate(toWebp, await sent.text()), 'base64'),
    }
    pictures.set(path, made)
    return made
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections()
      await Promise.all([page.close(), new Promise((resolve) => server.close(resolve))])
    },
  }
}

/** Runs in the page. Returns the picture in Base64. */
async function toWebp(svg) {
  const size = 120
  const image = new Image(size, size)
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  canvas.getContext('2d').drawImage(image, 0, 0, size, size)
  return canvas.toDataURL('image/webp').split(',')[1]
}
