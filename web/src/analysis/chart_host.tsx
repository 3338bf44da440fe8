// A chart as wide as its place, with the value under the pointer told to whoever asks.
import { useEffect, useRef, useState } from "preact/hooks";
import { theme } from "../app/theme";
import { type Chart, chartSvg, layoutOf } from "../plots/chart";
import { screenTheme } from "../plots/chart_view";

interface ChartHostProps {
  chart: Chart; // its width and height are those of the place
  label: string;
  onPoint?: (x: number, y: number) => void;
}

export function ChartHost({ chart, label, onPoint }: ChartHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setSize([Math.floor(entry.contentRect.width), Math.floor(entry.contentRect.height)]),
    );
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);
  void theme.value;
  const sized = { ...chart, width: size[0], height: size[1] };
  const svg = size[0] > 80 && size[1] > 60 && host.current ? chartSvg(sized, screenTheme(host.current)) : "";
  const move = (event: PointerEvent) => {
    const box = host.current!.getBoundingClientRect();
    const layout = layoutOf(sized);
    onPoint?.(layout.fromX(event.clientX - box.left), layout.fromY(event.clientY - box.top));
  };
  return (
    <div
      class="chart-host"
      ref={host}
      role="img"
      aria-label={label}
      data-testid="analysis-chart"
      onPointerMove={onPoint && move}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
