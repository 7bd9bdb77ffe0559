import { nested, post, type Targets } from './hostile-packets.ts'
import { head, packet, upgradeHeaders } from './raw-packets.ts'

const deep = nested(20_000)
const plain = head('GET /', upgradeHeaders)
/** Returns a websocket frame with a text. The mask is zeros, so the text stays readable. */
function textFrame(content: string): Buffer {
  const payload = Buffer.from(content)
  const start = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0])
  start.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([start, Buffer.alloc(4), payload])
}
const brokenFrame = Buffer.from([0xff, 0xff, 0xff, 0xff])

/** Packets that once crashed a server, or kept a server busy forever. */
export const known: readonly (readonly [string, (targets: Targets, admitted: string) => Promise<unknown>])[] =
  [
    [
      'an upgrade request to the relay whose path names a host',
      ({ relay }) => packet(relay, [head('GET //', upgradeHeaders)]),
    ],
    [
      'a broken frame from a client that the relay is refusing',
      ({ relay }) => packet(relay, [plain, brokenFrame]),
    ],
    [
      'a broken frame in the same packet as the upgrade',
      ({ relay }) => packet(relay, [Buffer.concat([Buffer.from(plain), brokenFrame])]),
    ],
    [
      'a request to the relay whose id is nested too deeply to serialize',
      ({ relay }, admitted) =>
        packet(relay, [admitted, textFrame(`{"id":${deep},"method":"irn_subscribe"}`)]),
    ],
    [
      'an acknowledgement whose id is not a number',
      ({ relay }, admitted) => packet(relay, [admitted, textFrame(`{"id":${deep},"result":true}`)]),
    ],
    [
      'a request whose body is cut off',
      async ({ http }) => {
        for (const port of http)
          for (let each = 0; each < 20; each++)
            await packet(port, [head('POST /', { 'content-length': '1000' }), '{"id":1'], { leave: true })
      },
    ],
    [
      'null instead of a call',
      ({ http }) => Promise.all(http.map((port) => packet(port, post('/', 'null')))),
    ],
    ['null in a batch', ({ http }) => Promise.all(http.map((port) => packet(port, post('/', '[null]'))))],
    [
      'a request to a node whose id is nested too deeply to serialize',
      ({ http }) => Promise.all(http.map((port) => packet(port, post('/', `{"id":${deep},"method":"x"}`)))),
    ],
    [
      'a request for a number of blocks that is infinite or not a whole number',
      ({ http }) =>
        Promise.all(
          ['1e999', '-1e999', '"x"', 'null', '1.5'].flatMap((blocks) =>
            http.map((port) =>
              packet(port, post('/', `{"id":1,"method":"devnet_skipBlocks","params":[${blocks}]}`)),
            ),
          ),
        ),
    ],
  ]
