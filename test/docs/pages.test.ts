import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chapters, downloads, llmsFull, llmsIndex, withoutPictures } from '../../scripts/lib/docs-pages.mjs'
import { catalogue } from '../../src/core/errors/catalogue.ts'
import type { Endpoints } from '../../src/core/options/options.ts'
import type { MessageSignature } from '../../src/core/wallet/transaction.ts'
import { manifest } from '../package/support.ts'
import { root } from './code-blocks.ts'
import { anchorsOf, deadLinks, linksOf, markupOf, realHosts } from './links.ts'
import { pages } from './pages.ts'

const docs = pages.filter(({ path }) => path.startsWith('docs/'))
const all = chapters()
const listed = all.flatMap((chapter) => chapter.pages)
const inRepository = (path: string) => existsSync(join(root, path))
const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''

describe('the documentation pages', () => {
  it('are the pages that the site lists, each once', () => {
    const paths = listed.map(({ path }) => path)
    expect(paths.toSorted()).toEqual(['SECURITY.md', ...docs.map(({ path }) => path)].toSorted())
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('have no broken link', () => {
    expect(pages.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(80)
    expect(deadLinks(pages, inRepository)).toEqual([])
  })

  it('have no link on the site to a file that the site lacks', () => {
    const onSite = listed.map(({ name, text }) => ({ path: `${name}.md`, text }))
    expect(onSite.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(80)
    expect(deadLinks(onSite, (path) => downloads().includes(path))).toEqual([])
  })

  it('name no real host', () => {
    // docs/spec names the hosts of protocols, and docs/networks.md the hosts of default endpoints.
    const ours = docs.filter(({ path }) => !path.startsWith('docs/spec/') && path !== 'docs/networks.md')
    const named = ours.flatMap(({ path, text }) => realHosts(text).map((host) => `${path}: ${host}`))
    // docs/options.md may name this host, because it is the default of an option.
    expect(named).toEqual(['docs/options.md: app.safe.global'])
  })

  it('contain nothing that the site would parse as HTML, except pictures', () => {
    const found = docs.flatMap(({ path, text }) =>
      markupOf(withoutPictures(text)).map((markup) => `${path}: ${markup}`),
    )
    expect(found).toEqual([])
  })

  it('start with their title, and have no other heading of the first level', () => {
    for (const { path, text } of docs) {
      const titles = text.replaceAll(/^```[\s\S]*?^```$/gm, '').match(/^# .+$/gm)
      expect(titles, path).toHaveLength(1)
      expect(text, path).toMatch(/^# /)
    }
  })

  it('describe every entry of the package', () => {
    const [page = ''] = textOf('docs/entries.md').split('## Other packages to install')
    const named = [...page.matchAll(/^\| `(latchkey[^`]*)`/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(
      Object.keys(manifest.exports)
        .map((path) => `latchkey${path.slice(1)}`)
        .toSorted(),
    )
  })

  it('explain every optional peer dependency', () => {
    const page = textOf('docs/entries.md').split('## Other packages to install')[1] ?? ''
    const peers = Object.keys(manifest.peerDependencies)
    expect(peers.filter((peer) => !new RegExp(`[\`\\s]${peer}[\`\\s@]`).test(page))).toEqual([])
  })

  it('name every scheme of a signature in docs/sign.md', () => {
    const schemes: Readonly<Record<MessageSignature['scheme'], true>> = {
      ...{ eip191: true, eip712: true, eip1271: true, ed25519: true },
      ...{ sr25519: true, ecdsa: true, bip322: true, adr36: true },
    }
    const page = textOf('docs/sign.md')
    expect(Object.keys(schemes).filter((scheme) => !page.includes(`\`${scheme}\``))).toEqual([])
  })

  it('name every option with the URL of a server in the Content-Security-Policy', () => {
    const endpoints: Readonly<Record<keyof Endpoints, true>> = {
      ...{ relay: true, verify: true, catalogue: true, data: true },
      ...{ config: true, analytics: true, ipfs: true, frame: true },
    }
    const [, policy = ''] = textOf('docs/start.md').split('## Content-Security-Policy')
    const named = [
      ...Object.keys(endpoints).map((key) => `endpoints.${key}`),
      'customRpcUrls',
      'nameGateways',
    ]
    expect(named.filter((name) => !policy.includes(`\`${name}\``))).toEqual([])
  })

  it('explain every error at the anchor of its code', () => {
    const anchors = anchorsOf(textOf('docs/errors.md'))
    const codes = Object.keys(catalogue).map((code) => code.replace('/', '-'))
    expect(codes.filter((code) => !anchors.has(code))).toEqual([])
  })
})

describe('the text for language models', () => {
  it('lists every page in order, with a sentence about the page', () => {
    const index = llmsIndex(all)
    const lines = [...index.matchAll(/^- \[(.+)\]\((.+)\.md\): (.+)$/gm)]
    expect(lines.map(([, , name]) => name)).toEqual(listed.map(({ name }) => name))
    for (const [, title, , summary] of lines) expect(summary, title).toMatch(/^[A-Z`].{20,200}\.$/)
  })

  it('contains the whole pages, except the comments that only the tests need', () => {
    const text = llmsFull(all)
    for (const { title } of listed) expect(text).toContain(`# ${title}\n`)
    expect(text).not.toMatch(/<!-- (ts|generated|\/generated)/)
    expect(text.length).toBeGreaterThan(60_000)
  })
})

describe('the checks of the docs pages', () => {
  const page = (path: string, ...lines: readonly string[]) => ({ path, text: lines.join('\n') })

  it('find links to missing files and anchors', () => {
    const told = [
      page(
        'docs/a.md',
        '# A',
        '[b](errors.md#there) [c](gone.md) [d](#a) [e](#nothing) [f](https://x.example)',
      ),
      page(
        'docs/errors.md',
        '<a id="there"></a>',
        '## A.b',
        '`[no](link.md)`',
        '```',
        '[nor](this.md)',
        '```',
      ),
      page('docs/c.md', '[differs](errors.md#a-b)'),
    ]
    expect(deadLinks(told, inRepository)).toEqual([
      'docs/a.md: gone.md',
      'docs/a.md: #nothing',
      'docs/c.md: errors.md#a-b',
    ])
  })

  it('find markup that is not Markdown', () => {
    expect(markupOf('a <b>\n\n`<c>` \\<d> <a id="e"></a> <br> <!-- <f> --> {{ g }}')).toEqual(['<b>', '{{'])
  })

  it('find real hosts', () => {
    expect(
      realHosts("see https://rpc.orchard.example/x, wss://relay.example.com and 'https://vendor.io:8080/a'"),
    ).toEqual(['vendor.io'])
  })
})
