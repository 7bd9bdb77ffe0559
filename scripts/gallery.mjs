#!/usr/bin/env node
// Takes a picture of each scene in each size, mode and language, and shows all pictures on one page: gallery/index.html. `npm run gallery -- connect
// swap` takes only scenes with one of these words in their names. `npm run gallery -- --docs` takes only the pictures for the docs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { ensureInstalled, root, say } from './lib/workspace.mjs'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: 'boolean', default: false },
    languages: { type: 'string', default: 'en,ar' },
    out: { type: 'string', default: join(root, 'gallery') },
  },
})
ensureInstalled()
// Vite runs the scenes of the tests, because they are in TypeScript.
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false },
})
if (values.docs) {
  const { takeDocsPictures } = await vite.ssrLoadModule(join(root, 'scripts/gallery/docs-pictures.ts'))
  for (const name of await takeDocsPictures(root)) say(`docs/pictures/${name}`)
} else {
  const languages = values.languages.split(',')
  mkdirSync(join(values.out, 'pictures'), { recursive: true })
  const { takePictures, sizes } = await vite.ssrLoadModule(join(root, 'scripts/gallery/take-pictures.ts'))
  const { galleryPage } = await vite.ssrLoadModule(join(root, 'scripts/gallery/gallery-page.ts'))
  const { scenes, failures } = await takePictures({ words, languages, folder: values.out, say })
  const page = join(values.out, 'index.html')
  writeFileSync(page, galleryPage({ scenes, languages, sizes }))
  for (const { picture, error } of failures) say(`No picture of ${picture}: ${error}`)
  say(`${scenes.length} scenes: ${page}`)
  process.exitCode = failures.length > 0 || scenes.length === 0 ? 1 : 0
}
await vite.close()
