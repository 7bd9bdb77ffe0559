import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocks, root } from './code-blocks.ts'
import { pages } from './pages.ts'

const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''
const codeOf = (path: string) => codeBlocks(path, textOf(path)).map(({ code }) => code)
const file = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const htmlOf = (path: string) => /^```html\n([\s\S]*?)^```$/m.exec(textOf(path))?.[1]
const withoutStyle = (html: string) => html.replace(/^ *<link rel="stylesheet".*\n/m, '')

/**
 * `npm run test:hosts` builds the examples and connects a wallet in each example. The pages have the same code, so that
 * command also tests the code of the pages.
 */
describe('the same text is in', () => {
  it('docs/start.md and examples/vite', () => {
    const [main, config] = codeOf('docs/start.md')
    expect(file('vite/main.tsx')).toBe(main)
    expect(file('vite/vite.config.ts')).toBe(config)
    expect(withoutStyle(file('vite/index.html'))).toBe(htmlOf('docs/start.md'))
  })

  it('docs/start.md and examples/next', () => {
    expect(file('next/app/wallets.tsx')).toBe(codeOf('docs/start.md')[2])
    // The layout of the example also has types and a title.
    const shown = [...textOf('docs/start.md').matchAll(/^```jsx\n([\s\S]*?)^```$/gm)]
    const layout = shown.map(([, code = '']) => code).find((code) => code.includes('Layout')) ?? ''
    const lines = layout.split('\n').filter((line) => !line.includes('function Layout'))
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(file('next/app/layout.tsx')).toContain(line)
  })

  it('the examples and the templates of npm create latchkey', () => {
    const template = (path: string) =>
      readFileSync(join(root, 'packages/create-latchkey/templates', path), 'utf8')
    // Unlike the examples, the templates have a separate file for their options, a button that signs, and test wallets.
    const own =
      /^(import \{ (eip155|sepolia|options|Sign) \}|const create = |import '\.\.?\/page\.css'| *<Sign \/>| *\{process\.env\.DEVNET_WALLETS).*\n/gm
    const code = (text: string) => text.replace(own, '')
    expect(code(template('vite/src/main.tsx'))).toBe(code(file('vite/main.tsx')))
    for (const [name, shown] of Object.entries({
      vite: 'vite/page.css',
      next: 'next/app/page.css',
      plain: 'script-tag/page.css',
    }))
      expect(template(`${name}/src/page.css`), name).toBe(file(shown))
    for (const name of ['account', 'layout', 'page', 'wallets'])
      expect(code(template(`next/src/app/${name}.tsx`)), name).toBe(code(file(`next/app/${name}.tsx`)))
    // Compares without the template's own first lines.
    const server = codeOf('docs/sign-in.md').find((block) => block.includes('function auth')) ?? ''
    const same = (text: string) => text.slice(text.indexOf('const browsers ='))
    expect(same(template('sign-in/server/auth.ts'))).toBe(same(server))
  })

  it.each([
    ['contracts', 'eip155'],
    ['contracts-bitcoin', 'bip122'],
    ['contracts-cosmos', 'cosmos'],
    ['contracts-polkadot', 'polkadot'],
    ['contracts-solana', 'solana'],
  ])('docs/%s.md and examples/contract-calls/%s.ts', (page, family) => {
    expect(codeOf(`docs/${page}.md`)).toContain(file(`contract-calls/${family}.ts`))
  })

  it.each([
    ['vite-devnet', 'transformIndexHtml'],
    ['next', 'DEVNET_WALLETS'],
  ])('docs/devnet.md and the template %s of npm create latchkey', (template, mark) => {
    const shown = codeOf('docs/devnet.md').find((block) => block.includes(mark))
    const created = readFileSync(
      join(root, `packages/create-latchkey/templates/${template}/devnet.ts`),
      'utf8',
    )
    const own = created.replace("import { families } from './src/families.ts'\n", '')
    expect(shown).toBe(own.replace('startDevnet({ families })', "startDevnet({ families: ['eip155'] })"))
  })

  it('docs/send.md and examples/shop', () => {
    expect(codeOf('docs/send.md')).toContain(file('shop/settle-orders.ts'))
  })

  it('the examples and package.json, for the versions of libraries', () => {
    const { devDependencies: tested } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const example of ['script-tag', 'vite', 'next', 'sign-in-server']) {
      const { dependencies, devDependencies } = JSON.parse(file(`${example}/package.json`))
      const used: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies }
      const others = Object.entries(used).filter(([name, version]) => version !== tested[name])
      // Only this example uses Next.
      expect(others.map(([name]) => name)).toEqual(example === 'next' ? ['next'] : [])
    }
  })

  it('docs/own-ui.md and examples/script-tag', () => {
    expect(codeOf('docs/own-ui.md')).toContain(file('script-tag/page.js'))
    expect(withoutStyle(file('script-tag/index.html'))).toBe(htmlOf('docs/own-ui.md'))
  })
})
