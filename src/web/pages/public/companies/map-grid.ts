// Lines of latitude and longitude, so that a map without tiles still shows movement and scale.

import { type Map as LeafletMap, layerGroup, polyline } from 'leaflet'
import styles from './company-map.module.css'

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05]
/** Fewest lines across the map. */
const MIN_LINES = 8

/** The step in degrees at which about eight lines lie within `span`. */
const stepFor = (span: number): number => STEPS.find(step => span / step >= MIN_LINES) ?? 0.05

const between = (from: number, to: number, step: number): number[] => {
  const first = Math.floor(from / step)
  return Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, index) => (first + index) * step)
}

export function drawMapGrid(map: LeafletMap): void {
  const lines = layerGroup().addTo(map)
  const options = { className: styles.line ?? '', interactive: false, weight: 1 } as const
  const draw = (): void => {
    const bounds = map.getBounds().pad(0.5)
    const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())]
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    const step = stepFor(east - west)
    lines.clearLayers()
    for (const longitude of between(west, east, step))
      polyline(
        [
          [south, longitude],
          [north, longitude],
        ],
        options,
      ).addTo(lines)
    for (const latitude of between(south, north, step))
      polyline(
        [
          [latitude, west],
          [latitude, east],
        ],
        options,
      ).addTo(lines)
  }
  map.on('moveend', draw)
  draw()
}
