import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('the embedded wallet adds at most 8 kB to the core until a visitor logs in', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: { core: 'src/index.ts', connector: 'src/connectors/embedded/index.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    write: false,
    metafile: true,
    outdir: 'weighed',
    external: ['node:*'],
  })
  const outputs = metafile.outputs as Record<string, (typeof metafile.outputs)[string]>
  const made = (source: string) =>
    Object.keys(outputs).find((path) => outputs[path]?.entryPoint?.endsWith(source)) as string
  /**
   * Returns the files that the file `part` imports. If `later` is true, includes the files that are loaded
   * with `import()`.
   */
  const needs = (part: string, later: boolean, seen = new Set<string>()) => {
    if (seen.has(part)) return seen
    seen.add(part)
    for (const { path, kind } of outputs[part]?.imports ?? [])
      if (outputs[path] && (later || kind === 'import-statement')) needs(path, later, seen)
    return seen
  }
  const core = needs(made('src/index.ts'), true)
  const own = ['connectors/embedded/index.ts', 'connectors/embedded/frame-login.ts']
    .flatMap((source) => [...needs(made(source), false)])
    .filter((path) => !core.has(path))
  const size = [...new Set(own)].reduce((sum, path) => {
    const file = outputFiles.find((one) => one.path.endsWith(path.slice('weighed'.length)))
    return sum + gzipSync(file!.contents, { level: 9 }).length
  }, 0)
  expect(size).toBeGreaterThan(5000)
  expect(size).toBeLessThanOrEqual(8000)
})
