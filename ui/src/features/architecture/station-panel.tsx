import { useTexts } from '@/lib/text'

import { SidePanel } from './side-panel'

/** What a station does that has nothing else to show. */
export function StationPanel({ station, onClose }: { station: 'review' | 'finalize'; onClose: () => void }) {
  const t = useTexts('architecture')
  return (
    <SidePanel title={t(`station.${station}`)} name={t(`station.${station}`)} onClose={onClose}>
      <p className="text-base">{t(station === 'review' ? 'reviewAbout' : 'finalizeAbout')}</p>
    </SidePanel>
  )
}
