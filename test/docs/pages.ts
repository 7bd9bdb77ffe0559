import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './code-blocks.ts'

export interface Page {
  /** The path from the root of the project. */
  readonly path: string
  readonly text: string
}

/** The pages that a user of the repository or of the package may open. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'SECURITY.md',
  'examples/README.md',
  'examples/sign-in-server/README.md',
  ...['docs', 'docs/spec'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
