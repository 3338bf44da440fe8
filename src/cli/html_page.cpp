#include "cli/html_page.hpp"

#include "base/svg.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace dashpot::cli {
namespace {

constexpr std::size_t mostHoverPoints = 1500;  // of a curve

constexpr std::string_view pageStyle = R"css(
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --soft: #667; --line: #d8dade; --warn: #8a4b00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #dde1e6; --paper: #16181c; --soft: #9aa3ad; --line: #363b42; --warn: #ffb454; }
  figure svg { fill: #dde1e6; }
  figure svg > rect[fill="white"] { fill: #16181c; }
  figure svg path[stroke="#e4e4e4"] { stroke: #2c3036; }
  figure svg path[stroke="#555555"] { stroke: #9aa3ad; }
  figure svg path[stroke="#000000"] { stroke: #f2f2f2; }
  figure svg path[stroke="#0072B2"] { stroke: #4aa8e0; }
}
body { font: 15px/1.5 Helvetica, Arial, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
       max-width: 940px; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-top: 1px solid var(--line);
padding-top: 1rem; }
p.warning { color: var(--warn); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: .15rem .45rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; } .left { text-align: left; } td.left { white-space: normal; } td.left:last-child { min-width: 12rem; }
td.doubt { color: var(--warn); }
figure { margin: 1.2rem 0; position: relative; break-inside: avoid; }
figure svg { width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font-size: 13px; }
#hint { position: fixed; pointer-events: none; padding: .2rem .5rem; font-size: 13px; border-radius: 4px;
        background: var(--ink); color: var(--paper); white-space: pre; visibility: hidden; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } .scroll { overflow: visible; } table { font-size: 8px; }
  th, td { padding: .1rem .25rem; } #hint { display: none; } }
)css";

// Boxes of panels are the clip rectangles of the picture; ranges and points stand beside it as JSON.
constexpr std::string_view pageScript = R"js(
"use strict";
const hint = document.getElementById("hint");
const scale = (v, first, last, log) =>
  log ? Math.log(v / first) / Math.log(last / first) : (v - first) / (last - first);
const text = v => Number(v.toPrecision(5)).toString();
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg"), data = JSON.parse(figure.querySelector("script").textContent);
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  dot.setAttribute("r", 5); dot.setAttribute("fill", "none"); dot.setAttribute("stroke-width", 2);
  dot.setAttribute("visibility", "hidden"); svg.append(dot);
  const boxes = [...svg.querySelectorAll("clipPath rect")].map(rect => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map(name => Number(rect.getAttribute(name)));
    return { left: x + 1, top: y + 2, width: width - 2, height: height - 4 };
  });
  const hide = () => { hint.style.visibility = "hidden"; dot.setAttribute("visibility", "hidden"); };
  svg.addEventListener("pointermove", event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = null;
    data.panels.forEach((panel, i) => {
      const box = boxes[i];
      if (!box || at.x < box.left || at.x > box.left + box.width || at.y < box.top || at.y > box.top + box.height) return;
      for (const curve of panel.curves)
        curve.x.forEach((x, k) => {
          if (x === null || curve.y[k] === null) return;
          const px = box.left + box.width * scale(x, panel.x[0], panel.x[1], data.logX);
          const py = box.top + box.height * (1 - scale(curve.y[k], panel.y[0], panel.y[1], panel.logY));
          const distance = Math.hypot(px - at.x, py - at.y);
          if (!best || distance < best.distance)
            best = { distance, px, py, words: `${curve.title}\n${data.xLabel}: ${text(x)}\n${panel.yLabel}: ${text(curve.y[k])}` };
        });
    });
    if (!best || best.distance > 40) return hide();
    dot.setAttribute("cx", best.px); dot.setAttribute("cy", best.py);
    dot.setAttribute("stroke", "currentColor"); dot.setAttribute("visibility", "visible");
    hint.textContent = best.words;
    hint.style.visibility = "visible";
    const room = hint.getBoundingClientRect();
    hint.style.left = Math.min(event.clientX + 14, innerWidth - room.width - 8) + "px";
    hint.style.top = Math.min(event.clientY + 14, innerHeight - room.height - 8) + "px";
  });
  svg.addEventListener("pointerleave", hide);
}
)js";

std::string attributeText(std::string_view text) {
  std::string result = svgText(text);
  for (std::size_t at = 0; (at = result.find('"', at)) != std::string::npos; at += 6) result.replace(at, 1, "&quot;");
  return result;
}

void replaceAll(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// A picture among others on one page: its ids must not be those of another one.
std::string inlineSvg(const Figure& figure, std::size_t number, std::string_view caption) {
  std::string picture = svg(figure);
  replaceAll(picture, "id=\"panel", fmt::format("id=\"figure{}-panel", number));
  replaceAll(picture, "url(#panel", fmt::format("url(#figure{}-panel", number));
  replaceAll(picture, "<svg ", fmt::format(R"(<svg role="img" aria-label="{}" )", attributeText(caption)));
  return picture;
}

/// Every so many points: hover needs no more than a reader can point at.
nlohmann::ordered_json hoverCurve(const Curve& curve, std::string_view title) {
  nlohmann::ordered_json x = nlohmann::ordered_json::array(), y = nlohmann::ordered_json::array();
  const std::size_t stride = std::max<std::size_t>(1, curve.size() / mostHoverPoints);
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(std::stod(fmt::format("{:.6g}", value)))
                                : nlohmann::ordered_json(nullptr);
  };
  for (std::size_t i = 0; i < curve.size(); i += stride) {
    x.push_back(number(curve.x[i]));
    y.push_back(number(curve.y[i]));
  }
  return {{"title", title}, {"x", std::move(x)}, {"y", std::move(y)}};
}

std::string hoverData(const Figure& figure) {
  nlohmann::ordered_json json{{"xLabel", figure.xLabel}, {"logX", figure.logX}, {"panels", nullptr}};
  json["panels"] = nlohmann::ordered_json::array();
  for (const Panel& panel : figure.panels) {
    const auto [x0, x1] = xRangeOf(figure, panel);
    const auto [y0, y1] = yRangeOf(panel);
    nlohmann::ordered_json entry{
        {"x", {x0, x1}}, {"y", {y0, y1}}, {"logY", panel.logY}, {"yLabel", panel.yLabel}, {"curves", nullptr}};
    entry["curves"] = nlohmann::ordered_json::array();
    for (const Curve& curve : panel.curves) entry["curves"].push_back(hoverCurve(curve, curve.title));
    json["panels"].push_back(std::move(entry));
  }
  std::string text = jsonText(json, -1);
  replaceAll(text, "<", "\\u003c");  // so that nothing in it ends the element
  return text;
}

}  // namespace

void HtmlPage::heading(std::string_view text) { body_ += fmt::format("<h2>{}</h2>\n", svgText(text)); }
void HtmlPage::paragraph(std::string_view text) { body_ += fmt::format("<p>{}</p>\n", svgText(text)); }
void HtmlPage::warning(std::string_view text) { body_ += fmt::format("<p class=\"warning\">{}</p>\n", svgText(text)); }

void HtmlPage::table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows,
                     std::size_t leftColumns) {
  body_ += "<div class=\"scroll\"><table>\n<thead><tr>";
  for (std::size_t i = 0; i < head.size(); ++i)
    body_ += fmt::format("<th scope=\"col\"{}>{}</th>",
                         i < leftColumns || i + 1 == head.size() ? " class=\"left\"" : "", svgText(head[i]));
  body_ += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    body_ += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool isLeft = i < leftColumns || i + 1 == head.size();
      const char* const kind = isLeft ? " class=\"left\"" : row[i].ends_with("?") ? " class=\"doubt\"" : "";
      body_ += fmt::format("<td{}>{}</td>", kind, svgText(row[i]));
    }
    body_ += "</tr>\n";
  }
  body_ += "</tbody></table></div>\n";
}

void HtmlPage::figure(const Figure& figure, std::string_view caption) {
  body_ +=
      fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n<script type=\"application/json\">{}</script>\n</figure>\n",
                  inlineSvg(figure, ++figures_, caption), svgText(caption), hoverData(figure));
}

std::string HtmlPage::text() const {
  // One script and one style may run, those with the nonce; nothing may be fetched.
  constexpr std::string_view policy =
      "default-src 'none'; script-src 'nonce-dashpot'; style-src 'nonce-dashpot'; img-src data:; base-uri 'none'; "
      "form-action 'none'";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style nonce=\"dashpot\">{}</style>\n</head>\n<body>\n<h1>{}</h1>\n{}"
      "<div id=\"hint\" role=\"status\"></div>\n<script nonce=\"dashpot\">{}</script>\n</body>\n</html>\n",
      policy, svgText(title_), pageStyle, svgText(title_), body_, pageScript);
}

}  // namespace dashpot::cli
