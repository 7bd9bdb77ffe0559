import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { chapters } from '../../../scripts/lib/docs-pages.mjs'

const reference = readdirSync(new URL('../pages/reference', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.md') && path !== 'index.md')
  .map((path) => path.slice(0, -'.md'.length))
  .sort()

const all = chapters()

export default defineConfig({
  title: 'Latchkey',
  description: 'Connect crypto wallets and use them, on five chain families, from one small open core.',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  transformPageData({ relativePath }) {
    const page = all.flatMap(({ pages }) => pages).find(({ name }) => `${name}.md` === relativePath)
    return page && { description: page.summary }
  },
  head: [['link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }]],
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Options', link: '/options' },
      { text: 'Errors', link: '/errors' },
      { text: 'Command line', link: '/cli' },
    ],
    sidebar: [
      ...all.map(({ title, pages }) => ({
        text: title,
        items: pages.map((page) => ({ text: page.title.replaceAll('`', ''), link: `/${page.name}` })),
      })),
      {
        text: 'Every symbol',
        collapsed: true,
        items: reference.map((path) => ({
          text: path === 'latchkey' ? path : `latchkey/${path}`,
          link: `/reference/${path}`,
        })),
      },
    ],
    search: { provider: 'local' },
    outline: [2, 3],
  },
})
