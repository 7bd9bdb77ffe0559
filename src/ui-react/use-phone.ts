import { useState } from 'react'

/** Whether another app of this device is the wallet: as the platform's `mobile` trait has it. Facts 10.4. */
export function usePhone(): boolean {
  const [phone] = useState(
    () =>
      matchMedia('(pointer:coarse)').matches ||
      /android|webos|iphone|ipad|ipod|blackberry|opera mini/i.test(navigator.userAgent),
  )
  return phone
}
