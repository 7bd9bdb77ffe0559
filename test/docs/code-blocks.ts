import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A fenced block of TypeScript, as a separate module. */
export interface CodeBlock {
  /** The file of the block. `line` is the line of its first line of code. */
  readonly file: string
  readonly line: number
  readonly language: 'ts' | 'tsx'
  readonly code: string
  /**
   * Declarations that the page has introduced earlier. They come before the block, in a comment that the page
   * does not show.
   */
  readonly context: string
}

const fences = /(?:^<!-- ts\n([\s\S]*?)\n-->\n+)?^```(tsx?)\n([\s\S]*?)^```$/gm

/**
 * Finds the blocks of a page. Each must compile by itself, so names that the text introduced earlier, such as
 * a client, are declared in a comment right before the fence: `<!-- ts`, the declarations, `-->`.
 */
export function codeBlocks(file: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(fences)].map(
    ({ 0: whole, 1: context = '', 2: language, 3: code = '', index }) => ({
      file,
      line: text.slice(0, index + whole.indexOf('```')).split('\n').length + 1,
      language: language as CodeBlock['language'],
      code,
      context,
    }),
  )
}

/** Compiles blocks with the sources and in strict mode. Returns each error with its line in the page. */
export function complaints(root: string, blocks: readonly CodeBlock[]): readonly string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const modules = new Map(
    blocks.map((block, index) => [join(root, `code-block-${index}.${block.language}`), block]),
  )
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => {
    const block = modules.get(path)
    // The `export` makes the block a module even if it has no imports.
    return block ? `${block.context}\n${block.code}\nexport {}\n` : readFile(path)
  }
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.getCurrentDirectory = () => root
  const program = ts.createProgram({
    rootNames: [...modules.keys()],
    // Examples declare names that they don't use.
    options: { ...options, noUnusedLocals: false, noUnusedParameters: false },
    host,
  })
  return [...modules].flatMap(([path, block]) => {
    const file = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText, start = 0 }) => {
      const lines = block.context.split('\n').length
      const at = (file?.getLineAndCharacterOfPosition(start).line ?? 0) - lines
      return `${block.file}:${block.line + at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

export const root = dirname(dirname(import.meta.dirname))
