/**
 * Returns the runtime code of a token without ERC-20's optional methods, assembled by hand. `balanceOf` returns 1,000
 * for every account, `transfer` succeeds, the symbol is a bytes32, and `decimals` is missing.
 *
 * @param otherwise What other calls do: revert, or stop without an answer as a fallback function would.
 */
export function bareToken(symbol: string, otherwise: 'revert' | 'stop'): `0x${string}` {
  const word = Buffer.alloc(32)
  word.write(symbol, 'utf8')
  // JUMPDEST, push the answer, MSTORE at 0, RETURN 32 bytes.
  const answering = (push: string) => `5b${push}60005260206000f3`
  const bodies = [
    { selector: '70a08231', code: answering('6103e8') },
    { selector: '95d89b41', code: answering(`7f${word.toString('hex')}`) },
    { selector: 'a9059cbb', code: answering('6001') },
  ]
  const end = otherwise === 'revert' ? '60006000fd' : '00'
  const start = '60003560e01c'
  // DUP1 PUSH4 selector EQ PUSH1 target JUMPI
  let at = (start.length + end.length) / 2 + bodies.length * 10
  const jumps = bodies.map(({ selector, code }) => {
    const jump = `8063${selector}1460${at.toString(16).padStart(2, '0')}57`
    at += code.length / 2
    return jump
  })
  return `0x${start}${jumps.join('')}${end}${bodies.map(({ code }) => code).join('')}`
}
