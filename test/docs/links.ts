import { posix } from 'node:path'
import type { Page } from './pages.ts'

const code = /^````?[\s\S]*?^````?$/gm

/** Returns the text of a page without code and comments. */
function proseOf(text: string): string {
  return text
    .replaceAll(code, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/`[^`\n]+`/g, '``')
}

/**
 * Returns the parts of a page that the site would parse as HTML or as code, so that the site couldn't be built.
 * Anchors and line breaks may be HTML.
 */
export function markupOf(text: string): readonly string[] {
  const prose = proseOf(text).replaceAll(/<a id="[\w-]+"><\/a>|<br>/g, '')
  return [...prose.matchAll(/(?<!\\)<\/?[a-z][^\s>]*>?|\{\{/gi)].map(([found]) => found)
}

/** Returns the targets of a page's links and images, outside of code. */
export function linksOf(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
}

/**
 * Returns the anchors of a page. GitHub and the site create anchors from headings in different ways, so only the
 * anchors that both create count.
 */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(code, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    (title ?? '').replaceAll(/`|\[([^\]]+)\]\([^)]+\)/g, '$1'),
  )
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '')
  return new Set([...written, ...headings.filter((title) => onGitHub(title) === onSite(title)).map(onSite)])
}

function onGitHub(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function onSite(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/…]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/**
 * Returns the broken links, as `page: target`. Skips links to other hosts.
 * @param isFile Whether a path leads to a file that isn't one of the pages.
 */
export function deadLinks(pages: readonly Page[], isFile: (path: string) => boolean): readonly string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]))
  return pages.flatMap(({ path, text }) =>
    linksOf(text)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#')
        const to = file === '' ? path : posix.join(posix.dirname(path), file)
        const there = texts.get(to)
        if (anchor === undefined) return there === undefined && !isFile(to)
        return there === undefined || !anchorsOf(there).has(anchor)
      })
      .map((target) => `${path}: ${target}`),
  )
}

/** Hosts that the documentation may name: example hosts and this machine. */
const forExamples = /^(([\w-]+\.)*example(\.(com|org|net))?|localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the hosts in the URLs of a page, except example hosts. */
export function realHosts(text: string): readonly string[] {
  const named = [...text.matchAll(/\b(?:https?|wss?):\/\/([^\s/'"`)<>…:?#]+)/g)].map(([, host]) => host ?? '')
  return named.filter((host) => !forExamples.test(host))
}
