// Where the total of the tiles before a tile comes from: values of BEFORE, which the host defines.
#define FROM_NOWHERE 0 // nowhere; the tile's total is written for a later pass
#define FROM_TOTALS 1  // the scanned totals
#define FROM_LOOK_BACK 2
