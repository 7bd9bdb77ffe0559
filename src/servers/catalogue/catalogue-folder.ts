import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import * as z from 'zod'
import type { CatalogueEntry, CataloguePicture, CatalogueSource } from './catalogue-handler.ts'

const link = z.string().max(2048).nullish()
const wallet = z.strictObject({
  id: z.string().min(1).max(128),
  name: z.string().min(1).max(128),
  image_id: z.string().max(128).nullish(),
  rdns: z.string().max(255).nullish(),
  chains: z.array(z.string().regex(/^[-a-z0-9]{3,8}:[-\w]{1,32}$/)),
  badge_type: z.enum(['none', 'certified']).nullish(),
  order: z.number().optional(),
  homepage: link,
  mobile_link: link,
  link_mode: link,
  desktop_link: link,
  webapp_link: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
}) satisfies z.ZodType<CatalogueEntry>

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}
const kinds = ['wallet', 'asset', 'currency', 'token'] as const

/**
 * Reads an operator's wallet list from a folder: `wallets.json`, and the pictures in `wallet/`, `asset/`, `currency/` and
 * `token/`. A picture's id is its file name without the extension: `wallet/dev-1.svg` has the id `dev-1`. All files are read once,
 * so a request can't reach other paths.
 * @throws When `wallets.json` is missing or invalid. The message names the problem.
 */
export function catalogueFolder(folder: string): CatalogueSource {
  const pictures = new Map(kinds.flatMap((kind) => picturesIn(folder, kind)))
  return {
    wallets: walletsIn(readFileSync(join(folder, 'wallets.json'), 'utf8')),
    picture: (kind, id) => pictures.get(`${kind}/${id}`),
  }
}

function walletsIn(text: string): readonly CatalogueEntry[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Error(`wallets.json is not JSON: ${(cause as Error).message}`)
  }
  const read = z.array(wallet).safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`wallets.json: ${issue?.path.join('.') || 'it'}: ${issue?.message}`)
}

function picturesIn(folder: string, kind: string): readonly (readonly [string, CataloguePicture])[] {
  const of = join(folder, kind)
  if (!existsSync(of)) return []
  return readdirSync(of).flatMap((file) => {
    const { name, ext } = parse(file)
    const contentType = types[ext]
    return contentType
      ? [[`${kind}/${name}`, { contentType, body: readFileSync(join(of, file)) }] as const]
      : []
  })
}
