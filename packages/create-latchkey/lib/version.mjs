import { readFileSync } from 'node:fs'

/** The version of this package. The package latchkey always has the same version. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
