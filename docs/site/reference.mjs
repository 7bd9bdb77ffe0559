// Writes a page of Markdown for each entry of the package, with every symbol that it exports.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The source of an entry: `./adapters/eip155` stands in src/adapters, `./wagmi` in src/bridges, `./react` in src/ui-react. */
function sourceOf(entry) {
  if (entry === '.') return 'src/index.ts'
  const name = entry.slice(2)
  const places = [`src/${name}/index.ts`, `src/bridges/${name}/index.ts`, `src/ui-${name}/index.ts`]
  return places.find((path) => existsSync(join(root, path)))
}

const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
const names = new Map(entries.map((entry) => [sourceOf(entry), entry === '.' ? 'latchkey' : entry.slice(2)]))

const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  entryPoints: [...names.keys()].map((path) => join(root, path)),
  tsconfig: join(root, 'tsconfig.json'),
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
// Where a symbol stands in the sources is nothing that a host can use.
for (const reflection of Object.values(project.reflections)) delete reflection.sources
await app.generateOutputs(project)
process.exitCode = app.logger.hasErrors() ? 1 : 0
