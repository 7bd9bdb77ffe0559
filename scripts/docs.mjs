#!/usr/bin/env node
// Builds the documentation site in docs/site/dist: the pages of docs, an API reference, and texts for language models. Installs the site's
// dependencies in docs/site. Arguments go to vitepress, such as `--base /latchkey/` for a site below its host's root.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chapters, downloads, llmsFull, llmsIndex, withoutPictures } from './lib/docs-pages.mjs'
import { ensureInstalled, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const site = join(root, 'docs/site')
ensureInstalled(site)

const all = chapters()
const pages = join(site, 'pages')
rmSync(pages, { recursive: true, force: true })
mkdirSync(join(pages, 'spec'), { recursive: true })
for (const { name, text } of all.flatMap((chapter) => chapter.pages))
  writeFileSync(join(pages, `${name}.md`), text)
cpSync(join(site, 'home.md'), join(pages, 'index.md'))
cpSync(join(site, 'public'), join(pages, 'public'), { recursive: true })
cpSync(join(root, 'docs/pictures'), join(pages, 'pictures'), { recursive: true })
for (const name of downloads()) cpSync(join(root, 'docs', name), join(pages, 'public', name))

say('Reading the types of every entry …')
const failed =
  run(join(site, 'reference.mjs'), [], { cwd: site }) ||
  run(join(site, 'node_modules/vitepress/bin/vitepress.js'), ['build', '.', ...process.argv.slice(2)], {
    cwd: site,
    // Without this variable, vitepress treats a link to a Containerfile as a link to a page, and reports the link as dead.
    env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'containerfile' },
  })
if (failed) process.exit(failed)

const out = join(site, 'dist')
for (const { name, text } of all.flatMap((chapter) => chapter.pages))
  writeFileSync(join(out, `${name}.md`), withoutPictures(text))
writeFileSync(join(out, 'llms.txt'), llmsIndex(all))
writeFileSync(join(out, 'llms-full.txt'), llmsFull(all))

// A page must load nothing from other hosts, because those hosts would learn about its readers.
const foreign = readdirSync(out, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .filter((path) =>
    /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?\/\//.test(
      readFileSync(join(out, path), 'utf8'),
    ),
  )
if (foreign.length > 0) {
  say(`These pages load resources from other hosts: ${foreign.join(', ')}`)
  process.exit(1)
}
say(`The site is in ${out}`)
