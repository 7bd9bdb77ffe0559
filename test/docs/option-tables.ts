import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { unimplemented } from '../../src/core/unimplemented.ts'
import { table } from './generated.ts'

/** The types of a host's options, and the files in which they are declared. */
export const documented = {
  LatchkeyOptions: 'core/options/options.ts',
  Features: 'core/options/options.ts',
  Endpoints: 'core/options/options.ts',
  Metadata: 'core/options/options.ts',
  RpcOptions: 'core/options/options.ts',
  CustomWallet: 'core/options/options.ts',
  UniversalProviderOverride: 'core/options/options.ts',
  ChainNetwork: 'core/chain/network.ts',
  WalletConnectOptions: 'connectors/walletconnect/options.ts',
  ExternalConnectorOptions: 'connectors/external.ts',
  LatchkeyProviderProps: 'ui-react/provider.tsx',
  ConnectButtonProps: 'ui-react/buttons/connect-button.tsx',
  AccountButtonProps: 'ui-react/buttons/account-button.tsx',
  LatchkeyButtonProps: 'ui-react/buttons/latchkey-button.tsx',
  NetworkButtonProps: 'ui-react/buttons/network-button.tsx',
  WalletButtonProps: 'ui-react/buttons/wallet-button.tsx',
  OpenOptions: 'controllers/coordinators/modal.ts',
} as const
export type Documented = keyof typeof documented

export interface OptionRow {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly text: string
}

/** Options that are not implemented. They are refused, so no table contains them. */
const absent = Object.values(unimplemented).flatMap((names) => names.split(' '))
/** Types with required fields that a host may still omit. */
const loose: readonly string[] = ['Features', 'Metadata', 'RpcOptions'] satisfies Documented[]

/** Returns the members of each documented type, with the text of their docstrings. */
export function optionRows(root: string): Readonly<Record<Documented, readonly OptionRow[]>> {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const files = [...new Set(Object.values(documented))].map((file) => join(root, 'src', file))
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const rowsOf = ([name, file]: readonly [string, string]) => {
    const source = program.getSourceFile(join(root, 'src', file))
    const symbols = source && checker.getSymbolAtLocation(source)?.exports
    const symbol = symbols?.get(name as ts.__String)
    if (!source || !symbol) throw new Error(`${file} does not export ${name}`)
    const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
    const rows = members
      .filter((member) => !absent.includes(member.name))
      .map((member): OptionRow => {
        return {
          name: member.name,
          optional: loose.includes(name) || Boolean(member.flags & ts.SymbolFlags.Optional),
          type: typeText(checker, member),
          text: ts.displayPartsToString(member.getDocumentationComment(checker)),
        }
      })
    return [name, rows]
  }
  return Object.fromEntries(Object.entries(documented).map(rowsOf))
}

/** Returns the type as it is written in the code. For a type parameter, returns its constraint. */
function typeText(checker: ts.TypeChecker, member: ts.Symbol): string {
  const [declared] = member.declarations ?? []
  const type = checker.getTypeOfSymbol(member)
  if (!declared || !ts.isPropertySignature(declared) || !declared.type) return checker.typeToString(type)
  const [bound] =
    checker.getNonNullableType(checker.getTypeFromTypeNode(declared.type)).symbol?.declarations ?? []
  const node = bound && ts.isTypeParameterDeclaration(bound) ? bound.constraint : declared.type
  return (node ?? declared.type)
    .getText()
    .replaceAll(/\breadonly | \| undefined\b|<N>/g, '')
    .replace(/^Loose<(.*)>$/, '$1')
    .replaceAll(/\n\s*(?=\w)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^\| |(?<=\{);/g, '')
    .trim()
}

/** Returns the table for the page. `defaults` are the values that `resolveOptions` fills in. */
export function optionTable(
  rows: readonly OptionRow[],
  defaults: Readonly<Record<string, unknown>> | undefined,
): string {
  const cells = rows.map(({ name, optional, type, text }) => [
    `\`${name}\`${optional ? '' : ', required'}`,
    text,
    `\`${type}\``,
    ...(defaults ? [shown(defaults[name])] : []),
  ])
  return table(['name', 'what it does', 'type', ...(defaults ? ['default'] : [])], cells)
}

function shown(value: unknown): string {
  const empty = value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  // Puts a space after each field, so that the text can wrap in a narrow column.
  const text = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ')
  return empty ? '' : `\`${typeof value === 'string' ? `'${value}'` : text}\``
}
