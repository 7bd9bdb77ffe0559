import type { Context } from '../context.ts'
import { usesColor } from '../io.ts'
import { terminalQr } from './qr.ts'

/** Shows each pairing URI as a line, and on a terminal also as a QR code. With `uriOnly`, prints only the URI. */
export function pairingOnTerminal({ out, io }: Context, uriOnly: boolean) {
  let timer: NodeJS.Timeout | undefined
  const clear = () => {
    clearInterval(timer)
    if (timer && out.interactive) out.raw('\r\u001B[K')
    timer = undefined
  }
  return {
    show({ uri, expiresAt }: { readonly uri: string; readonly expiresAt: number }) {
      clear()
      if (uriOnly) {
        if (out.json) out.log(uri)
        else io.stdout.write(`${uri}\n`)
        return
      }
      if (out.interactive) out.raw(`\n${terminalQr(uri, usesColor(io.stderr, io.env))}\n\n`)
      out.log(`Scan it with the wallet, or paste this into it:\n${uri}`)
      if (!out.interactive) return
      const tell = () => {
        const left = Math.max(0, Math.round((expiresAt - Date.now()) / 1000))
        const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
        out.raw(`\r\u001B[KWaiting for the wallet … the code is good for ${time}`)
      }
      tell()
      timer = setInterval(tell, 1000)
    },
    end: clear,
  }
}
