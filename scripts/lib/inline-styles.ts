// Style sheets in JavaScript: `import css from './view.css?inline'` is the sheet as a minified string. Vite has this built
// in; esbuild needs this plugin.
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { type Plugin, transform } from 'esbuild'

/** A namespace of its own, because tsup loads files that end in `.css` in its own way. */
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

/** Also flattens nested rules: flat ones work in older browsers and weigh the same once compressed. */
async function minified(css: string): Promise<string> {
  const { code } = await transform(css, { loader: 'css', minify: true, supported: { nesting: false } })
  return code.trim().replace(values, (value) => value.trim().replace(spaced, '$1$2'))
}

/** The values of declarations in minified CSS. */
const values = /(?<=[{;][\w-]+:)[^;{}]+(?=[;}])/g
/**
 * Matches characters in custom properties and calculations around which esbuild leaves spaces. Also matches whole strings, so that they stay
 * unchanged.
 */
const spaced = /("[^"]*")|\s*([,*/])\s*/g
