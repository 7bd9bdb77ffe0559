// Measures the code that every page loads for features that most pages turn off. Measures the code as one file, because bundlers
// split code in different ways.
import { gzipSync } from 'node:zlib'
import { row } from '../lib/row.mjs'
import { bundle } from '../lib/weigh.mjs'

const controllers = {
  swap: ['swap-controller.ts', 'SwapController'],
  onramp: ['onramp-controller.ts', 'OnRampController'],
  'smart sessions': ['smart-sessions-controller.ts', 'SmartSessionsController'],
}

const weight = ({ initialText }) =>
  gzipSync(initialText.replaceAll(/-[A-Z0-9]{8}\.js/g, '.js'), { level: 9 }).byteLength

export async function* measure() {
  const core = "export { createLatchkey } from './src/index.ts'"
  const whole = weight(await bundle(core))
  for (const [name, [file, type]] of Object.entries(controllers)) {
    const without = await bundle(core, { instead: { [file]: `export class ${type} {}` } })
    yield row(`features: controller of ${name} at load, gzip`, whole - weight(without), 'B', 200)
  }
}
