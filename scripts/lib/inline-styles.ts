// Puts style sheets into JavaScript: `import css from './view.css?inline'` is the minified sheet as a string. Vite can do this by itself, esbuild
// needs this plugin.
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { type Plugin, transform } from 'esbuild'

/** A separate namespace, because tsup handles files that end in `.css` in its own way. */
const namespace = 'inline-styles'

export const inlineStyles: Plugin = {
  name: 'inline-styles',
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: relative('.', resolve(resolveDir, path)),
      namespace,
    }))
    build.onLoad({ filter: /./, namespace }, async ({ path }) => {
      const css = await readFile(path.replace(/\?inline$/, ''), 'utf8')
      return { contents: await minified(css), loader: 'text' }
    })
  },
}

/** Minifies a style sheet. Also replaces nested rules with flat rules, which work in older browsers too, and aren't larger when compressed. */
async function minified(css: string): Promise<string> {
  const { code } = await transform(css, { loader: 'css', minify: true, supported: { nesting: false } })
  return code.trim().replace(values, (value) => value.trim().replace(spaced, '$1$2'))
}

/** The values of declarations in minified CSS. */
const values = /(?<=[{;][\w-]+:)[^;{}]+(?=[;}])/g
/**
 * Matches the spaces around commas, `*` and `/` that esbuild leaves in custom properties and calculations. Also matches whole strings, so that they
 * stay unchanged.
 */
const spaced = /("[^"]*")|\s*([,*/])\s*/g
