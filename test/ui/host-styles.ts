import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { compile } from 'tailwindcss'

const require = createRequire(import.meta.url)
const installed = (path: string) => readFile(require.resolve(path), 'utf8')

/**
 * Builds Tailwind's reset as apps get it: in layers, or without layers. A reset without layers overrides more rules of the page.
 */
async function tailwind(entry: string): Promise<string> {
  const { build } = await compile(entry, {
    loadStylesheet: async (id, base) => ({
      path: id,
      base,
      content: await installed(id.endsWith('.css') ? id : `${id}/index.css`),
    }),
  })
  return build(['flex', 'p-4', 'text-lg'])
}

/** Styles like those of Shopify's theme Dawn: a root of 10 px, empty blocks hidden, wide letter spacing. */
const shop = `
  *, *::before, *::after { box-sizing: inherit }
  html { box-sizing: border-box; font-size: 62.5%; height: 100% }
  body { display: grid; grid-template-rows: auto 1fr auto; letter-spacing: .06rem; line-height: 1.8 }
  a:empty, ul:empty, dl:empty, div:empty, section:empty, article:empty, p:empty, h1:empty { display: none }
  button { font: inherit; letter-spacing: .1rem; text-decoration: underline; min-width: 12rem; background: transparent }
  button:focus-visible { outline: .2rem solid #123; outline-offset: .3rem; box-shadow: 0 0 0 .3rem #fff }
  details > *, summary { list-style: none }
  iframe { max-width: 50% }
`

/** Styles like those of WordPress' themes and page builders: rules for every button, some with many pseudo-classes. */
const blog = `
  html { line-height: 1.7; font-size: 20px }
  body { text-transform: lowercase; word-spacing: 2px; text-align: center }
  button, [type=button], [type=submit] { display: inline-block; border: 3px solid #c36; border-radius: 0; padding: 15px 30px;
    font-size: 1.125rem; line-height: 1.5; text-transform: uppercase; letter-spacing: 2px; text-shadow: 0 1px #000;
    box-shadow: 0 2px #000; transition: all .3s; float: left; width: 100%; user-select: none; vertical-align: top }
  main button:not(:hover):not(:active):not(.has-background) { background-color: #28303d; color: #d1e4dd }
  #root nav button { border: 3px solid red; min-height: 90px; text-indent: 4px }
  button::before, bdi::after { content: '> '; color: red }
  button:hover, [type=button]:focus { background-color: #c36; color: #fff }
  img { max-width: 100%; height: auto; border-radius: 0; border: 2px solid #000; margin: 4px; width: 60px }
  bdi { font-style: italic; padding: 4px; color: #c36 }
  iframe { margin: 0 auto; border: 4px solid }
  h1, h2, p { margin: 0 0 24px; font-family: serif }
`

const look = `letter-spacing: 5px; word-spacing: 9px; line-height: 3; text-transform: uppercase; cursor: crosshair; font: 30px serif;
  color: red; background: yellow; visibility: hidden; opacity: .1; transform: rotate(3deg); filter: blur(2px); direction: rtl;
  writing-mode: vertical-rl; pointer-events: none; user-select: none; position: static; display: none; margin: 9px; padding: 9px; border: 9px solid;
  float: left; width: 50px; height: 50px; max-width: 60px; max-height: 60px; clip-path: inset(40%); text-shadow: 0 0 9px;
  text-indent: 20px; white-space: pre; contain: paint; overflow: hidden; perspective: 9px; mix-blend-mode: difference;
  -webkit-text-fill-color: red; text-align: right; list-style: square; caret-color: red; accent-color: red; color-scheme: dark;
  transition: all 9s; hyphens: auto; text-decoration: underline; tab-size: 9; quotes: none; --n0: red; --accent: red; --f: 40px; --r: 0px`

/** Styles that change all elements of a page, on purpose or not. `html` and `body` stay visible. */
const hostile = `
  * { ${look.replaceAll(';', ' !important;')} !important }
  html, body, #root { display: block !important; visibility: visible !important; width: auto !important; height: auto !important;
    max-width: none !important; max-height: none !important; writing-mode: horizontal-tb !important }
`

/** Returns the styles of other people's pages, by name. */
export async function hostStyles() {
  return {
    'Tailwind CSS': await tailwind('@import "tailwindcss";'),
    "Tailwind's preflight without layers": await tailwind('@import "tailwindcss/preflight.css";'),
    Bootstrap: await installed('bootstrap/dist/css/bootstrap.css'),
    'modern-normalize': await installed('modern-normalize'),
    "a shop's theme": shop,
    "a blog's theme": blog,
    'a page that restyles everything': hostile,
  }
}
