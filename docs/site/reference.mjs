// Writes a page of Markdown for each entry of the package, with every symbol that it exports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'
import { entries, reactEntries } from '../../scripts/lib/entries.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sources = { ...entries, ...reactEntries }

/** The name of each entry, by the path of its source file. */
const names = new Map(
  Object.entries(exports).flatMap(([entry, target]) => {
    const [, file] = /^\.\/dist\/(.+)\.js$/.exec(target.default) ?? []
    return file ? [[sources[file], entry === '.' ? 'latchkey' : entry.slice(2)]] : []
  }),
)

const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  entryPoints: [...names.keys()].map((path) => join(root, path)),
  // This configuration contains the sources, but not the tests and examples.
  tsconfig: join(root, 'tsconfig.types.json'),
  basePath: root,
  out: fileURLToPath(new URL('pages/reference', import.meta.url)),
  router: 'module',
  readme: 'none',
  excludePrivate: true,
  excludeInternal: true,
  skipErrorChecking: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  entryFileName: 'index',
  logLevel: 'Error',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  validation: false,
  tableColumnSettings: { hideModifiers: true, hideSources: true },
  pageTitleTemplates: { module: ({ name }) => (name === 'latchkey' ? name : `latchkey/${name}`) },
})
const project = await app.convert()
if (!project) process.exit(1)
for (const module of project.children ?? []) {
  const source = module.sources?.[0]?.fileName
  module.name = names.get(source) ?? module.name
}
// Hosts can't use a symbol's position in the sources, so the pages leave it out.
for (const reflection of Object.values(project.reflections)) delete reflection.sources
await app.generateOutputs(project)
process.exitCode = app.logger.hasErrors() ? 1 : 0
