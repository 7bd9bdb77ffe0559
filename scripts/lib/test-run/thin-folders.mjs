/** Returns the folders of `test` in which `npm test` leaves out more than a tenth of the tests that CI runs. */
export function thinFolders(tests) {
  const folders = new Map()
  for (const { file, tags } of tests) {
    if (tags.includes('all')) continue
    const folder = file.split('/').slice(0, 2).join('/')
    const counts = folders.get(folder) ?? { all: 0, leftOut: 0 }
    folders.set(folder, { all: counts.all + 1, leftOut: counts.leftOut + (tags.includes('ci') ? 1 : 0) })
  }
  return [...folders].filter(([, counts]) => counts.leftOut > counts.all / 10).map(([folder]) => folder)
}
