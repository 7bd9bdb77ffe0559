import type { Plugin } from 'esbuild'

export function inlineMessages(catalogue: Readonly<Record<string, string>>): Plugin
