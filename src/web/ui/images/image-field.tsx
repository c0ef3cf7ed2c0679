import { useEffect, useState } from 'react'
import { ImageChooser } from './image-chooser.tsx'
import { fileLabel, ImageTile } from './image-tile.tsx'
import { ImageTiles } from './image-tiles.tsx'

type ImageFieldProps = {
  label: string
  /** For the file input's `accept`. */
  accept: string
  value: File | null
  /** The file last chosen that is not used, with its reason. */
  refused: readonly string[]
  onChange: (image: File | null) => void
}

/** Holds one image for a form that uploads it later, once the record it belongs to exists. */
export function ImageField({ label, accept, value, refused, onChange }: ImageFieldProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (value === null) return setPreview(null)
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])

  return (
    <ImageChooser
      label={label}
      accept={accept}
      refused={refused}
      onChoose={([first]) => onChange(first ?? value)}
    >
      {value !== null && preview !== null && (
        <ImageTiles>
          <ImageTile key={preview} src={preview} name={fileLabel(value)} onRemove={() => onChange(null)} />
        </ImageTiles>
      )}
    </ImageChooser>
  )
}
