import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { catalogue } from '../../src/core/errors/catalogue.ts'
import { copyLimits } from './copy-limits.ts'
import { inlineMessages } from './inline-messages.mjs'

const source = (file: string) => fileURLToPath(new URL(`../../src/embedded-wallet/${file}`, import.meta.url))

/** Builds the embedded wallet's page, with all its dependencies bundled. */
export async function buildEmbeddedWallet(folder: string): Promise<Metafile> {
  await mkdir(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: { app: source('app.ts') },
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    metafile: true,
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [copyLimits, inlineMessages(catalogue)] as Plugin[],
  })
  for (const file of ['index.html', 'app.css']) await copyFile(source(file), join(folder, file))
  return metafile
}
