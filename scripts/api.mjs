#!/usr/bin/env node
// Writes the reports of the public API to the folder `api`. Each entry of the package has a report. `behind.api.md` has the types that entries use,
// but that no entry exports. `--check` writes nothing: it prints the lines that differ, and exits with 1.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { differingLines, splitReport, unexportedReport } from './lib/api-reports.mjs'
import { entries, reactEntries } from './lib/entries.mjs'
import { ensureBuilt, ensureInstalled, root, say } from './lib/workspace.mjs'

ensureInstalled()
const { CompilerState, Extractor, ExtractorConfig } = await import('@microsoft/api-extractor')
ensureBuilt({ types: true })
const folder = join(root, 'api')
const temporary = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
try {
  // The production entry has the types of `index`.
  const names = Object.keys({ ...entries, ...reactEntries }).filter((name) => name !== 'index.production')
  const reports = extract(names)
  process.exitCode = process.argv.includes('--check') ? check(reports) : write(reports)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

/** Returns the text of each report, by file name. */
function extract(names) {
  const configs = names.map(configOf)
  const compilerState = CompilerState.create(configs[0], {
    additionalEntryPoints: configs.slice(1).map((config) => config.mainEntryPointFilePath),
  })
  const reports = new Map()
  const [exported, unexported] = [new Set(), new Set()]
  for (const config of configs) {
    Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      // API Extractor announces each new file. Don't print these announcements.
      messageCallback: (message) => {
        message.handled = true
      },
    })
    const { report, own, behind } = splitReport(readFileSync(config.reportFilePath, 'utf8'))
    reports.set(basename(config.reportFilePath), report)
    for (const block of own) exported.add(block.replace(/^export /m, ''))
    for (const block of behind) unexported.add(block)
  }
  const nowhere = [...unexported].filter((block) => !exported.has(block))
  return reports.set('behind.api.md', unexportedReport(nowhere))
}

function configOf(name) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, 'dist', `${name}.d.ts`),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            lib: ['ES2023', 'DOM', 'DOM.Iterable'],
            module: 'ESNext',
            moduleResolution: 'Bundler',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
            jsx: 'react-jsx',
          },
          files: [join(root, 'dist/index.d.ts')],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name.replace(/\/index$/, '').replaceAll('/', '-'),
        reportFolder: temporary,
        reportTempFolder: join(temporary, 'new'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      // Other checks cover these messages: the compiler checks the code, and TypeDoc checks the comments.
      messages: Object.fromEntries(
        ['compilerMessageReporting', 'extractorMessageReporting', 'tsdocMessageReporting'].map((kind) => [
          kind,
          { default: { logLevel: 'none' } },
        ]),
      ),
    },
    packageJsonFullPath: join(root, 'package.json'),
  })
}

function write(reports) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, text] of reports) writeFileSync(join(folder, name), text)
  return 0
}

function check(reports) {
  const committed = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const changed = [...new Set([...reports.keys(), ...committed.keys()])].flatMap((name) => {
    const lines = differingLines(committed.get(name) ?? '', reports.get(name) ?? '')
    return lines.length > 0 ? [`api/${name}:`, ...lines.map((line) => `  ${line}`)] : []
  })
  for (const line of changed) say(line)
  if (changed.length > 0)
    say('The public API changed. Run `npm run api`, and commit the reports with your change.')
  return changed.length > 0 ? 1 : 0
}
