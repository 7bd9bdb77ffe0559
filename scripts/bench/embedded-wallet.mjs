// Measures the code of the embedded wallet: in every page, in a page that offers it, in each view, and in the frame.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { row } from '../lib/row.mjs'
import { bundle } from '../lib/weigh.mjs'
import { weighModal } from '../lib/weigh-modal.mjs'
import { root } from '../lib/workspace.mjs'

const itsViews = ['login']
/**
 * Modules of the embedded wallet that every page loads. The build for the comparison replaces each of these modules with a stub.
 */
const instead = {
  'embedded-wallet-controller.ts': 'export class EmbeddedWalletController {}',
  'browser-frames.ts': 'export const browserFrames = () => undefined',
}

export async function* measure() {
  const core = "export { createLatchkey } from './src/index.ts'"
  const { initial } = await bundle(core)
  const without = await bundle(core, { instead })
  yield row('embedded wallet: its code in every page, gzip', initial.gzip - without.initial.gzip, 'B', 400)
  const offered = await bundle(`${core}; export { embeddedWallet } from './src/connectors/embedded/index.ts'`)
  yield row(
    'embedded wallet: additional code in a page that offers it, gzip',
    offered.initial.gzip - initial.gzip,
    'B',
  )
  const { views } = await weighModal()
  for (const { name, own } of views.filter((view) => itsViews.includes(view.name)))
    yield row(`embedded wallet: views of ${name}, gzip`, own, 'B', 6000)
  yield row('embedded wallet: its page until it is ready, gzip', pageSize('app.js'), 'B', 150_000)
}

/** Returns the size of a file with its static imports. */
function pageSize(first, seen = new Set()) {
  if (seen.has(first)) return 0
  seen.add(first)
  const text = readFileSync(join(root, 'dist/embedded-wallet', first), 'utf8')
  const chunks = readdirSync(join(root, 'dist/embedded-wallet/chunks'))
  const next = chunks.filter((name) =>
    new RegExp(`(from|import)"\\./(chunks/)?${name.replaceAll('.', '\\.')}"`).test(text),
  )
  return next.reduce(
    (sum, name) => sum + pageSize(`chunks/${name}`, seen),
    gzipSync(text, { level: 9 }).byteLength,
  )
}
