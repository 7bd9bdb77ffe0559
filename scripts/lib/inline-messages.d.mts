import type { Plugin } from 'esbuild'

export function inlineMessages(catalogue: Readonly<Record<string, string>>): Plugin

export function withMessages(
  text: string,
  catalogue: Readonly<Record<string, string>>,
  byPackage?: boolean,
): string
