// Measures how much the modal adds to a page that Vite builds. React and react-dom don't count.
import { row } from '../lib/row.mjs'
import { bundle } from '../lib/weigh.mjs'
import { weighModal } from '../lib/weigh-modal.mjs'

const core = "export { createLatchkey } from 'latchkey'"
const button = "export { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'"
const external = ['react', 'react/*', 'react-dom', 'react-dom/*']

export async function* measure() {
  const { load, connect, views } = await weighModal()
  yield row('modal: core and button at load, Vite build, gzip', load.gzip, 'B', 20_000)
  yield row('modal: files of core and button, Vite build', load.files, '', 3)
  const { initial, files } = await bundle(`${core}; ${button}`, { external })
  yield row('modal: core and button at load, esbuild, gzip', initial.gzip, 'B', 26_000)
  yield row('modal: files of core and button, esbuild', files, '')
  yield row('modal: all files until the connect view is shown, five families, gzip', connect, 'B', 74_300)
  for (const { name, own, gzip } of views) {
    yield row(`modal: views of ${name}, their file, gzip`, own, 'B', 8000)
    yield row(`modal: views of ${name}, with all that they share, gzip`, gzip, 'B')
  }
}
