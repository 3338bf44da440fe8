// Variables are dragged onto plots, and panels among one another, under these types.
export const dragType = "application/x-dashpot-variable";
export const panelDragType = "application/x-dashpot-panel";
