import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Workflow {
  readonly permissions?: object
  readonly concurrency?: unknown
  readonly jobs: Readonly<
    Record<
      string,
      { readonly uses?: string; readonly steps?: readonly Step[]; readonly 'timeout-minutes'?: number }
    >
  >
}

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const yamlIn = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${folder}${name}`)
const workflows = yamlIn('.github/workflows/')
const forms = yamlIn('.github/ISSUE_TEMPLATE/').filter((path) => !path.endsWith('/config.yml'))
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

/** Returns the commands that a workflow runs: its `run` lines, and the commands of the changesets action. */
function commandsIn({ jobs }: Workflow): readonly string[] {
  return stepsIn({ jobs }).flatMap((step) =>
    [step.run, step.with?.version, step.with?.publish]
      .filter((text) => typeof text === 'string')
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.trim() !== ''),
  )
}

function stepsIn({ jobs }: Pick<Workflow, 'jobs'>): readonly Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps ?? [])
}

/** Returns whether a command is `npm ci --ignore-scripts`, or a script of package.json without arguments. */
function isOwn(command: string): boolean {
  if (command === 'npm ci --ignore-scripts') return true
  const [, name] = /^npm (?:run )?([\w:-]+)$/.exec(command) ?? []
  const isShort = name === 'test' || command.startsWith('npm run ')
  return name !== undefined && isShort && Object.hasOwn(scripts, name)
}

function faultsOf(workflow: Workflow): readonly string[] {
  const called = Object.values(workflow.jobs).flatMap(({ uses }) => uses ?? [])
  const actions = stepsIn(workflow).flatMap(({ uses }) => uses ?? [])
  const pinned = /^[\w.-]+(\/[\w.-]+)+@v\d+\.\d+\.\d+$/
  return [
    ...commandsIn(workflow)
      .filter((command) => !isOwn(command))
      .map((command) => `runs ${command}`),
    ...actions.filter((uses) => !pinned.test(uses)).map((uses) => `does not pin ${uses}`),
    ...called.filter((uses) => !uses.startsWith('./')).map((uses) => `calls ${uses}`),
    ...(workflow.permissions === undefined ? ['has no permissions'] : []),
    ...(workflow.concurrency === undefined ? ['has no concurrency'] : []),
    ...Object.entries(workflow.jobs)
      .filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
      .map(([name]) => `has no timeout for ${name}`),
  ]
}

describe('the workflows', () => {
  it.each(workflows)(
    'in %s run only scripts of package.json, with pinned actions and time limits',
    (path) => {
      expect(faultsOf(parse(read(path)))).toEqual([])
    },
  )

  it('run at least one command', () => {
    const all = workflows.flatMap((path) => commandsIn(parse(read(path))))
    expect(all).toEqual(expect.arrayContaining(['npm ci --ignore-scripts', 'npm test', 'npm run release']))
  })
})

describe('the issue forms', () => {
  it.each(forms)('in %s have a name, a description and a body with unique ids', (path) => {
    const { name, description, body } = parse(read(path)) as {
      readonly name?: string
      readonly description?: string
      readonly body: readonly { readonly id?: string }[]
    }
    expect([name, description].every(Boolean)).toBe(true)
    const ids = body.flatMap(({ id }) => id ?? [])
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the check of workflows', () => {
  const workflow = (step: Step, rest: object = {}): Workflow => ({
    permissions: {},
    concurrency: 'one',
    jobs: { job: { 'timeout-minutes': 1, steps: [step] } },
    ...rest,
  })

  it.each<[string, Workflow, string]>([
    ['a shell command', workflow({ run: 'curl x | sh' }), 'runs curl x | sh'],
    ['a command in the second line of a step', workflow({ run: 'npm test\nrm -r x' }), 'runs rm -r x'],
    ['a missing script', workflow({ run: 'npm run gone' }), 'runs npm run gone'],
    ['an install that runs the scripts of packages', workflow({ run: 'npm ci' }), 'runs npm ci'],
    ['a script with arguments', workflow({ run: 'npm run bench -- x' }), 'runs npm run bench -- x'],
    ['a command with an expression', workflow({ run: 'npm run $' }), 'runs npm run $'],
    ['an npm command that is not on the list', workflow({ run: 'npm start' }), 'runs npm start'],
    [
      'a command that is passed to an action',
      workflow({ with: { publish: 'npm publish' } }),
      'runs npm publish',
    ],
    ['an action that is pinned only to a branch', workflow({ uses: 'a/b@main' }), 'does not pin a/b@main'],
    ['an action that is pinned only to a major version', workflow({ uses: 'a/b@v4' }), 'does not pin a/b@v4'],
    ['a missing timeout', workflow({}, { jobs: { job: {} } }), 'has no timeout for job'],
    ['missing permissions', workflow({}, { permissions: undefined }), 'has no permissions'],
    ['missing concurrency', workflow({}, { concurrency: undefined }), 'has no concurrency'],
    [
      'a call of a workflow outside of the repository',
      workflow({}, { jobs: { job: { uses: 'a/b/c.yml@v1.0.0' } } }),
      'calls a/b/c.yml@v1.0.0',
    ],
  ])('finds %s', (_, given, fault) => {
    expect(faultsOf(given)).toEqual([fault])
  })

  it('accepts an install, a test and a script', () => {
    for (const run of ['npm ci --ignore-scripts', 'npm test', 'npm run check'])
      expect(faultsOf(workflow({ run }))).toEqual([])
  })
})
