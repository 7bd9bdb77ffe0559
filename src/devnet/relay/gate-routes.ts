import type { DevApp } from '../server/dev-app.ts'
import { HttpRefusal } from '../server/http-refusal.ts'
import { type RelayGate, type RelayGateMode, relayGateModes } from './gate.ts'

/** Returns the route `POST /gate/<mode>`, which sets the mode of all gates. */
export function gateRoutes(gates: () => Iterable<RelayGate>): (app: DevApp) => void {
  return (app) => {
    app.post('/gate/:mode', (c) => {
      const mode = c.req.param('mode')
      if (!isMode(mode)) throw new HttpRefusal(404, `A gate is ${relayGateModes.join(', ')}`)
      const step = { for: number(c.req.query('seconds'), 1000), roundTrip: number(c.req.query('round-trip')) }
      for (const gate of gates()) gate.set(mode, step)
      return c.text(`${mode}\n`)
    })
  }
}

function isMode(text: string): text is RelayGateMode {
  return relayGateModes.some((mode) => mode === text)
}

function number(text: string | undefined, unit = 1): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new HttpRefusal(400, 'A time is a positive number')
  return Number(text) * unit
}
