// Reads the documentation pages: their order, and their texts for programs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const about =
  'Connect crypto wallets to a web app and use them, on five chain families: headless TypeScript, a React modal, a command line.'

/** Returns the site's chapters and pages, in the order of `docs/site/contents.json`. */
export function chapters() {
  const contents = JSON.parse(readFileSync(join(root, 'docs/site/contents.json'), 'utf8'))
  return contents.map(({ title, pages }) => ({ title, pages: pages.map(pageOf) }))
}

function pageOf(name) {
  const path = name === 'security' ? 'SECURITY.md' : `docs/${name}.md`
  const text = withSiteLinks(readable(readFileSync(join(root, path), 'utf8')))
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  return { name, path, title, summary: summaryOf(text), text }
}

/** Changes links for the site, where all pages are in one folder. In the repository, SECURITY.md is above `docs`. */
function withSiteLinks(text) {
  return text.replaceAll('](../SECURITY.md', '](security.md').replaceAll('](docs/', '](')
}

/** Returns the files of `docs` that the site offers for download, such as Containerfiles. */
export function downloads() {
  return readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.Containerfile'))
}

/** Removes the comments that tests of the page use. */
function readable(text) {
  return text.replaceAll(/<!-- (?:ts\n[\s\S]*?\n|\/?generated.*?)-->\n+/g, '')
}

/** Removes the pictures from a page's text, for programs that read only text. */
export function withoutPictures(text) {
  return text.replaceAll(/<picture>[\s\S]*?<\/picture>\n+/g, '')
}

/** Returns the first sentence below the title. It says what the page is about. */
function summaryOf(text) {
  const [, lead = ''] = text.split('\n\n')
  const line = lead.replaceAll('\n', ' ')
  return /^.*?\.(?= [A-Z`]|$)/.exec(line)?.[0] ?? line
}

/** Returns the content of `llms.txt`: each page with its link and a sentence. https://llmstxt.org */
export function llmsIndex(all) {
  const parts = all.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${page.name}.md): ${page.summary}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Latchkey\n\n> ${about}\n\n${parts.join('\n')}`
}

/** Returns all pages in one text. */
export function llmsFull(all) {
  return `${all.flatMap(({ pages }) => pages.map(({ text }) => withoutPictures(text).trim())).join('\n\n')}\n`
}
