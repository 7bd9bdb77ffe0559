export interface GalleryPageOptions {
  readonly scenes: readonly { readonly name: string; readonly view: string }[]
  readonly languages: readonly string[]
  readonly sizes: Readonly<Record<string, unknown>>
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const choice = (name: string, values: readonly string[]) =>
  `<label>${name} <select name="${name}">${values.map((value) => `<option>${escaped(value)}</option>`).join('')}</select></label>`

/** Returns a page with all scenes. At the top, the reader chooses a size, a mode and a language. */
export function galleryPage({ scenes, languages, sizes }: GalleryPageOptions): string {
  const views = [...new Set(scenes.map(({ view }) => view))]
  const figure = ({ name }: { readonly name: string }) =>
    `<figure id="${name}"><img alt="${name}" loading="lazy" data-scene="${name}"><figcaption>${name}</figcaption></figure>`
  const section = (view: string) =>
    `<section><h2>${view}</h2><div>${scenes
      .filter((scene) => scene.view === view)
      .map(figure)
      .join('')}</div></section>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Latchkey: every view</title>
<style>${style}</style>
<header>
<h1>Every view</h1>
${choice('size', Object.keys(sizes))}
${choice('mode', ['dark', 'light'])}
${choice('language', languages)}
<label>scene <input name="scene" type="search" placeholder="connect"></label>
</header>
<main>${views.map(section).join('\n')}</main>
<script>${script}</script>
`
}

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center;
    padding: 12px 24px; background: Canvas; border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); }
  h1 { font-size: 18px; margin: 0; }
  h2 { font-size: 16px; margin: 32px 0 12px; }
  main { padding: 0 24px 48px; }
  select, input { font: inherit; }
  section > div { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(var(--width, 420px), 1fr)); }
  figure { margin: 0; }
  img { display: block; width: 100%; min-height: 120px; border-radius: 8px; outline: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); }
  figcaption { margin-top: 4px; font-size: 13px; }
  [hidden] { display: none; }`

const script = `
  const form = document.querySelector('header')
  const field = (name) => form.querySelector('[name=' + name + ']')
  function show() {
    const [size, mode, language, wanted] = ['size', 'mode', 'language', 'scene'].map((name) => field(name).value)
    document.documentElement.style.setProperty('--width', size === 'desktop' ? '420px' : '240px')
    for (const image of document.querySelectorAll('img')) {
      const { scene } = image.dataset
      image.src = 'pictures/' + [scene, size, mode, language].join('-') + '.png'
      image.parentElement.hidden = !scene.includes(wanted)
    }
    for (const section of document.querySelectorAll('section'))
      section.hidden = !section.querySelector('figure:not([hidden])')
  }
  form.addEventListener('input', show)
  show()`
