// A separate process that changes a state file of the command line. Arguments: `<path> <prefix> <keys> <seed>`. Prints
// the entries that the file should have at the end.
import { changeEntries, fileStore } from '../../../cli/state/file-store.ts'
import { seeded } from '../../support/seeded.ts'

const [path = '', prefix = '', keys = '0', seed = '0'] = process.argv.slice(2)
const random = seeded(Number(seed))
const store = fileStore(path, () => {})
const left = new Map<string, string>()

for (let at = 0; at < Number(keys); at++) {
  store.set(`${prefix}${at}`, String(at))
  left.set(`${prefix}${at}`, String(at))
  // With a seed other than 0, the process also removes keys, and changes several keys at once.
  if (Number(seed) === 0 || random.chance(0.5)) continue
  const key = `${prefix}${random.below(at + 1)}`
  if (random.chance(0.5)) {
    store.remove(key)
    left.delete(key)
  } else {
    changeEntries(
      path,
      () => {},
      (entries) => entries.set(key, 'changed').delete(`${prefix}0`),
    )
    left.set(key, 'changed')
    left.delete(`${prefix}0`)
  }
}
console.log(JSON.stringify([...left]))
