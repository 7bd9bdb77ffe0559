import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { Refused } from '../refused.ts'

const assetsIndex = 'index.html'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Matches a file with a digest of its content in its name. Its content never changes, so browsers needn't ask for it again. */
const withDigest = /^chunks\/[\w.-]+-[\w-]{8}\.js$/
const aYear = 31_536_000

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The bytes that gzip has compressed. Undefined for types that are compressed already. */
  readonly zipped: Uint8Array<ArrayBuffer> | undefined
  readonly type: string
  readonly tag: string
}

/**
 * Serves the wallet's page and its files at `/sdk`. Reads all files in advance, so that a request can't reach any other file.
 * @param policy The content security policy of the pages.
 * @throws When the folder has no page.
 */
export function assetRoutes(folder: string, policy: string): Hono {
  if (!existsSync(join(folder, assetsIndex)))
    throw new Error(`There is no page of the wallet: ${join(folder, assetsIndex)} is missing.`)
  const assets = new Map(filesOf(folder).map((path) => [path, read(join(folder, path))]))
  const answer = (c: Context, path: string) => {
    const asset = assets.get(path)
    if (!asset) throw new Refused('request/not-found')
    const isPage = asset.type.startsWith('text/html')
    if (isPage) {
      c.header('content-security-policy', policy)
      // These two headers let cross-origin isolated pages embed the frame.
      c.header('cross-origin-resource-policy', 'cross-origin')
      c.header('cross-origin-embedder-policy', 'require-corp')
    }
    c.header('cache-control', withDigest.test(path) ? `max-age=${aYear}, immutable` : 'no-cache')
    c.header('vary', 'accept-encoding')
    const zipped = takesGzip(c.req.header('accept-encoding')) ? asset.zipped : undefined
    const tag = zipped ? `"${asset.tag}-gzip"` : `"${asset.tag}"`
    c.header('etag', tag)
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    if (zipped) c.header('content-encoding', 'gzip')
    return c.body(zipped ?? asset.bytes, 200, { 'content-type': asset.type })
  }
  return new Hono()
    .get('/', (c) => answer(c, assetsIndex))
    .get('/:path{.+}', (c) => answer(c, c.req.param('path')))
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function read(file: string): Asset {
  const bytes = new Uint8Array(readFileSync(file))
  const type = types[extname(file)] ?? 'application/octet-stream'
  const isText = /charset|svg/.test(type)
  return {
    ...{ bytes, type },
    zipped: isText ? new Uint8Array(gzipSync(bytes)) : undefined,
    tag: createHash('sha256').update(bytes).digest('base64url'),
  }
}

/** Returns whether a client accepts gzip (RFC 9110, section 12.5.3). */
function takesGzip(header = ''): boolean {
  return header.split(',').some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))
}
