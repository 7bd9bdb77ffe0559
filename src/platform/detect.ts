import type { Platform } from '../ports.ts'
import { browserPlatform } from './browser.ts'
import { nodePlatform } from './node.ts'

/** The platform of the realm that this code runs in. */
export function detectPlatform(): Platform {
  return typeof window === 'object' && typeof document === 'object' ? browserPlatform() : nodePlatform()
}
