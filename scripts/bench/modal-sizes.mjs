// What the modal costs a page, built with Vite, without react and react-dom.
import { row } from '../lib/row.mjs'
import { weighModal } from '../lib/weigh-modal.mjs'

export async function* measure() {
  const { load, connect, views } = await weighModal()
  yield row('modal: core and button at load, Vite build, gzip', load.gzip, 'B', 20_000)
  yield row('modal: files of those', load.files, '', 3)
  yield row('modal: everything until the connect view stands, five families, gzip', connect, 'B', 45_000)
  for (const { name, own, gzip } of views) {
    yield row(`modal: views of ${name}, their file, gzip`, own, 'B', 8000)
    yield row(`modal: views of ${name}, with all that they share, gzip`, gzip, 'B')
  }
}
