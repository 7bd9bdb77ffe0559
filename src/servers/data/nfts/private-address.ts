import { BlockList, isIPv4 } from 'node:net'

/** The IPv4 ranges that aren't public (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const ranges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** The ranges in 2000::/3 that are reserved, or lead to IPv4 addresses (6to4, Teredo). The rest of 2000::/3 is public. */
const reserved = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blocked = new BlockList()
for (const range of ranges) blocked.addSubnet(...subnet(range), 'ipv4')
for (const range of reserved) blocked.addSubnet(...subnet(range), 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address isn't public. For example, 127.0.0.1, 10.0.0.1 and ::1 aren't public. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return blocked.check(address, 'ipv4')
  return !globalV6.check(address, 'ipv6') || blocked.check(address, 'ipv6')
}

function subnet(range: string): [string, number] {
  const [net = '', bits] = range.split('/')
  return [net, Number(bits)]
}
