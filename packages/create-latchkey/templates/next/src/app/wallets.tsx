'use client'
import { createLatchkey } from 'latchkey'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { options } from '../options'

const create = () => createLatchkey(options)

export function Wallets({ children }: { readonly children: ReactNode }) {
  return (
    <LatchkeyProvider create={create}>
      {children}
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
